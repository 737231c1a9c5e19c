/** The frame of every email: tables and inline styles, right-to-left where the reader's language is. */
import { dirOf, type Lang } from '../../locales/lang.ts'

export type EmailContent = {
  lang: Lang
  title: string
  /** Plain paragraphs, in order. */
  paragraphs: string[]
  /** A code that stands large on a line of its own, left to right. */
  code?: string
  /** Label and value, one line each. */
  facts?: [label: string, value: string][]
  action?: { label: string; url: string }
  /** The institute's name and how to reach it. */
  footer: string[]
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}

/** The same mail as text and as HTML. */
export function renderEmail(content: EmailContent): { text: string; html: string } {
  return { text: asText(content), html: asHtml(content) }
}

function asText({ title, paragraphs, code, facts = [], action, footer }: EmailContent): string {
  const blocks = [
    title,
    ...paragraphs,
    ...(code ? [code] : []),
    ...(facts.length > 0 ? [facts.map(([label, value]) => `${label}: ${value}`).join('\n')] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    `—\n${footer.join('\n')}`,
  ]
  return `${blocks.join('\n\n')}\n`
}

function asHtml({ lang, title, paragraphs, code, facts = [], action, footer }: EmailContent): string {
  const dir = dirOf(lang)
  const align = dir === 'rtl' ? 'right' : 'left'
  const font = "font-family:'Readex Pro',Tahoma,Arial,sans-serif"
  const row = (inner: string, style = '') =>
    `<tr><td dir="${dir}" align="${align}" style="${font};color:#13231f;font-size:16px;line-height:28px;padding:0 32px 16px;${style}">${inner}</td></tr>`
  const factRows = facts
    .map(
      ([label, value]) =>
        `<tr><td dir="${dir}" align="${align}" valign="top" width="30%" style="${font};font-size:14px;line-height:26px;color:#5a6762;padding:4px 0">${escapeHtml(label)}</td>` +
        `<td dir="auto" align="${align}" valign="top" style="${font};font-size:14px;line-height:26px;color:#13231f;padding:4px 12px">${escapeHtml(value)}</td></tr>`,
    )
    .join('')
  return [
    `<!doctype html><html lang="${lang}" dir="${dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title></head>`,
    '<body style="margin:0;background:#f6f1e6"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f6f1e6"><tr><td align="center" style="padding:32px 12px">',
    '<table role="presentation" width="560" cellpadding="0" cellspacing="0" style="max-width:560px;width:100%;background:#fffdf9;border:1px solid #e6dfd1;border-radius:18px">',
    `<tr><td dir="${dir}" align="${align}" style="${font};background:#0d3a31;color:#fffdf9;font-size:18px;line-height:28px;font-weight:600;padding:14px 32px;border-radius:17px 17px 0 0">${escapeHtml(footer[0] ?? '')}</td></tr>`,
    row(
      `<h1 style="margin:0;font-size:22px;line-height:34px;font-weight:600">${escapeHtml(title)}</h1>`,
      'padding-top:28px;',
    ),
    ...paragraphs.map((paragraph) => row(escapeHtml(paragraph))),
    code
      ? row(
          `<div dir="ltr" align="center" style="font-size:32px;line-height:48px;letter-spacing:8px;font-weight:600;background:#e4ede6;border-radius:12px;padding:12px 12px 12px 20px;text-align:center">${escapeHtml(code)}</div>`,
        )
      : '',
    factRows
      ? row(`<table role="presentation" dir="${dir}" width="100%" cellpadding="0" cellspacing="0">${factRows}</table>`)
      : '',
    action
      ? row(
          `<a href="${escapeHtml(action.url)}" style="display:inline-block;background:#14594b;color:#ffffff;text-decoration:none;padding:12px 24px;font-size:16px;border-radius:12px">${escapeHtml(action.label)}</a>`,
        )
      : '',
    `<tr><td dir="${dir}" align="${align}" style="${font};color:#5a6762;font-size:13px;line-height:22px;padding:16px 32px 24px;border-top:1px solid #e6dfd1">${footer.map(escapeHtml).join('<br>')}</td></tr>`,
    '</table></td></tr></table></body></html>',
  ].join('')
}
