// Runs before the page is painted: the reader's choice of light or dark, where there is one.
const chosen = localStorage.getItem('theme')
if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
