// Runs before the page is painted and applies the reader's choice of light or dark, if any.
const chosen = localStorage.getItem('theme')
if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
