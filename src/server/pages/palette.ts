/** The colours of our pages, by what they are for. */
export interface Palette {
  paper: string
  ink: string
  soft: string
  line: string
  card: string
  accent: string
  note: string
  noteInk: string
}

/** In light and in dark; text on each ground reaches a contrast of 4.5. */
export const PALETTES: { readonly light: Palette; readonly dark: Palette } = {
  light: {
    paper: '#fbfaf7',
    ink: '#1c2430',
    soft: '#5a6472',
    line: '#dcdfe3',
    card: '#ffffff',
    accent: '#0b6377',
    note: '#fff3d6',
    noteInk: '#5c4300',
  },
  dark: {
    paper: '#11161d',
    ink: '#e6eaf0',
    soft: '#9aa6b5',
    line: '#2a323d',
    card: '#182029',
    accent: '#6cc7da',
    note: '#3a2f12',
    noteInk: '#ffe2a0',
  },
}

/** The colours as custom properties of CSS, such as `--paper`. */
export function paletteProperties(palette: Palette): string {
  return Object.entries(palette)
    .map(([name, colour]) => `--${name.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`)}: ${colour};`)
    .join(' ')
}
