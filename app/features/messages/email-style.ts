/** The styles of mails. Mail clients do not support CSS variables, so every rule has literal colours. */
import { BRAND_COLOURS } from '../../ui/brand-colours.ts'

export const WIDTH = 600

/** System fonts; of these Tahoma and Segoe UI render Arabic well at a mail's text size. */
export const FONT = "'Readex Pro','Segoe UI',Tahoma,'Helvetica Neue',Arial,sans-serif"
export const NUMBER_FONT = "'SF Mono',Consolas,'Liberation Mono',Menlo,monospace"

/** Class names for what the dark scheme recolours. */
export const CLASS = {
  page: 'm-page',
  card: 'm-card',
  head: 'm-head',
  ink: 'm-ink',
  code: 'm-code',
  fact: 'm-fact',
  factValue: 'm-value',
  button: 'm-button',
  foot: 'm-foot',
  link: 'm-link',
}

const DARK: [name: string, rule: string][] = [
  [CLASS.page, 'background-color:#0b1512!important'],
  [`${CLASS.page}>table>tbody>tr>td`, 'background-color:#0b1512!important'],
  [CLASS.card, 'background-color:#13211d!important;border-color:#2b3d37!important'],
  [CLASS.head, `background-color:${BRAND_COLOURS.deep}!important;color:${BRAND_COLOURS.paper}!important`],
  [CLASS.ink, 'color:#f1ede3!important'],
  [CLASS.code, 'background-color:#1d3a31!important;color:#ffffff!important'],
  [CLASS.fact, 'color:#b3bfb9!important;border-color:#2b3d37!important'],
  [CLASS.factValue, 'color:#f1ede3!important;border-color:#2b3d37!important'],
  [CLASS.button, 'background-color:#8fd0b6!important;color:#0b1512!important'],
  [CLASS.link, 'color:#8fd0b6!important'],
  [CLASS.foot, 'color:#b3bfb9!important;border-color:#2b3d37!important'],
]
const dark = (before: string) => DARK.map(([name, rule]) => `${before}.${name}{${rule}}`).join('')

/** Outlook on the web and on phones sets `data-ogsc` in dark mode; other clients use the media query. */
export const HEAD_STYLE =
  ':root{color-scheme:light dark;supported-color-schemes:light dark}' +
  'body{-webkit-text-size-adjust:100%;-ms-text-size-adjust:100%}a{text-decoration:none}' +
  `@media (prefers-color-scheme:dark){${dark('')}}` +
  dark('[data-ogsc] ')

/** Outlook's Word engine supports no web fonts and scales by the screen's density. */
export const OUTLOOK_HEAD =
  '<!--[if mso]><xml><o:OfficeDocumentSettings xmlns:o="urn:schemas-microsoft-com:office:office"><o:AllowPNG/>' +
  '<o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml>' +
  '<style>table{border-collapse:collapse}td,p,h1,a{font-family:Tahoma,Arial,sans-serif!important}</style><![endif]-->'

/** It does not support `max-width` either. */
export const OUTLOOK_TABLE = {
  open: `<!--[if mso]><table role="presentation" align="center" width="${WIDTH}" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->`,
  close: '<!--[if mso]></td></tr></table><![endif]-->',
}
