/** The institute's colours for mails, documents, pictures and the manifest, which cannot use the style sheets. */
export const BRAND_COLOURS = {
  ink: '#13231f',
  muted: '#5a6762',
  paper: '#fffdf9',
  white: '#ffffff',
  sand: '#f6f1e6',
  line: '#e6dfd1',
  deep: '#0d3a31',
  pine: '#14594b',
  pinePressed: '#0f473c',
  mint: '#e4ede6',
  gold: '#d99a1c',
  onDeepMuted: '#c3d3cb',
}
