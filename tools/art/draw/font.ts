import { createRequire } from 'node:module'
import type { ResvgRenderOptions } from '@resvg/resvg-js'

const fontFile = (name: string) => createRequire(import.meta.url).resolve(`@expo-google-fonts/readex-pro/${name}.ttf`)

/** The site's font for the renderer: without it words would be drawn in whatever the machine has. */
export const FONT: ResvgRenderOptions['font'] = {
  fontFiles: [fontFile('400Regular/ReadexPro_400Regular'), fontFile('600SemiBold/ReadexPro_600SemiBold')],
  loadSystemFonts: false,
  defaultFontFamily: 'Readex Pro',
}
