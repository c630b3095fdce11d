/** The light and the dark palette, by purpose; text on each ground has a contrast of 4.5 or more. */
export const PALETTES = {
  light: {
    paper: '#fbfaf7',
    card: '#ffffff',
    ink: '#1c2430',
    soft: '#525d6b',
    faint: '#667180',
    line: '#e2e1db',
    accent: '#0b6377',
    accentSoft: '#dcedf0',
    gain: '#0c7145',
    gainSoft: '#daf0e4',
    loss: '#ac342b',
    lossSoft: '#f8e0dd',
    note: '#fff3d6',
    noteInk: '#5c4300',
    // Lines that are compared, each named at its end.
    c1: '#0b6473',
    c2: '#b4580a',
    c3: '#6a4fb3',
    c4: '#2f7d32',
    c5: '#b03a6b',
    c6: '#4b6584',
  },
  dark: {
    paper: '#11161d',
    card: '#182029',
    ink: '#e6eaf0',
    soft: '#a7b2c0',
    faint: '#8f9bab',
    line: '#2a333f',
    accent: '#6cc7da',
    accentSoft: '#17363f',
    gain: '#5ccb9b',
    gainSoft: '#153828',
    loss: '#f28e84',
    lossSoft: '#42211e',
    note: '#3a2f12',
    noteInk: '#ffe2a0',
    c1: '#5cc3d0',
    c2: '#f0a35e',
    c3: '#b39df0',
    c4: '#86cf88',
    c5: '#f08fb6',
    c6: '#a9bcd0',
  },
}

/** The colors of our pages, by purpose. */
export type Palette = typeof PALETTES.light

/** The colours as custom properties of CSS, such as `--paper`. */
export function paletteProperties(palette: Palette): string {
  return Object.entries(palette)
    .map(
      ([name, colour]) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}: ${colour};`,
    )
    .join(' ')
}
