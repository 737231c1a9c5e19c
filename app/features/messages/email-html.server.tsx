/**
 * The HTML of every mail. What mail clients need (tables, inline styles, hidden preview text) comes from
 * React Email's components; both directions, the dark scheme and Outlook's conditional comments are ours.
 */
import { Body } from '@react-email/body'
import { Button } from '@react-email/button'
import { Container } from '@react-email/container'
import { Head } from '@react-email/head'
import { Heading } from '@react-email/heading'
import { Html } from '@react-email/html'
import { Preview } from '@react-email/preview'
import { Text } from '@react-email/text'
import type { CSSProperties, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { InlineStyle } from '../../html/document.server.tsx'
import { dirOf, type Lang } from '../../locales/lang.ts'
import { BRAND_COLOURS } from '../../ui/brand-colours.ts'
import type { EmailContent, EmailGroup, EmailLink } from './email-content.ts'
import { CLASS, FONT, HEAD_STYLE, NUMBER_FONT, OUTLOOK_HEAD, OUTLOOK_TABLE, WIDTH } from './email-style.ts'

const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">'

/** Placeholders for Outlook's conditional comments, which React cannot render. */
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'outlook-head': object
      'outlook-table': { children: ReactNode }
    }
  }
}

/** Takes milliseconds: for many mails, render each shape once, see `render-email`. */
export function emailHtml(content: EmailContent): string {
  return DOCTYPE + withOutlook(renderToStaticMarkup(<Email {...content} />))
}

function withOutlook(html: string): string {
  return html
    .replace('<outlook-head></outlook-head>', OUTLOOK_HEAD)
    .replace('<outlook-table>', OUTLOOK_TABLE.open)
    .replace('</outlook-table>', OUTLOOK_TABLE.close)
}

function Email(content: EmailContent) {
  const { lang, title } = content
  const dir = dirOf(lang)
  return (
    <Html lang={lang} dir={dir}>
      <Head>
        <title>{title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <InlineStyle css={HEAD_STYLE} />
        <outlook-head />
      </Head>
      <Body dir={dir} className={CLASS.page} style={PAGE}>
        <Preview>{content.preheader ?? ''}</Preview>
        {/* Clients drop the document's language and direction, so they are repeated here for screen readers. */}
        {/* biome-ignore lint/a11y/useSemanticElements: mail clients drop elements that they do not know */}
        <div role="article" aria-roledescription="email" aria-label={title} lang={lang} dir={dir}>
          <outlook-table>
            <Container className={CLASS.card} dir={dir} style={CARD}>
              <Table dir={dir}>
                <Rows {...content} />
              </Table>
            </Container>
          </outlook-table>
        </div>
      </Body>
    </Html>
  )
}

function Rows(content: EmailContent) {
  const { lang, title, paragraphs, code, facts = [], groups = [], action, more = [], footer } = content
  const [name = '', ...contacts] = footer
  return (
    <>
      <Row lang={lang} style={HEADER} className={CLASS.head}>
        {name}
      </Row>
      <Row lang={lang} style={TITLE_CELL}>
        <Heading as="h1" style={TITLE} className={CLASS.ink}>
          {title}
        </Heading>
      </Row>
      {paragraphs.map((text) => (
        <Row key={text} lang={lang}>
          <Text style={PARAGRAPH} className={CLASS.ink}>
            {text}
          </Text>
        </Row>
      ))}
      {code && (
        <Row lang={lang} style={{ padding: '8px 32px 20px' }}>
          <Code code={code} lang={lang} />
        </Row>
      )}
      {facts.length > 0 && (
        <Row lang={lang} style={{ padding: '4px 32px 20px' }}>
          <Facts facts={facts} lang={lang} />
        </Row>
      )}
      {groups.map((group) => (
        <Row key={group.url} lang={lang} style={GROUP_CELL}>
          <Group {...group} />
        </Row>
      ))}
      {action && (
        <Row lang={lang} style={{ padding: `8px 32px ${more.length > 0 ? '12px' : '28px'}` }}>
          <Button href={action.url} className={CLASS.button} style={BUTTON}>
            {action.label}
          </Button>
        </Row>
      )}
      {more.length > 0 && (
        <Row lang={lang} style={{ padding: '0 32px 20px' }}>
          {more.map((link) => (
            <PlainLink key={link.url} {...link} />
          ))}
        </Row>
      )}
      <Row lang={lang} style={FOOTER} className={CLASS.foot}>
        <Footer contacts={contacts} reason={content.reason ?? ''} optOut={content.optOut} />
      </Row>
    </>
  )
}

type RowProps = { lang: Lang; style?: CSSProperties; className?: string; children: ReactNode }

/** Every cell has direction and alignment: clients drop them from the document, some also from the table. */
function Row({ lang, style, className, children }: RowProps) {
  const dir = dirOf(lang)
  const align = alignOf(lang)
  const own: CSSProperties = { fontFamily: FONT, padding: '0 32px', textAlign: align, direction: dir }
  return (
    <tr>
      <td dir={dir} align={align} className={className} style={{ ...own, ...style }}>
        {children}
      </td>
    </tr>
  )
}

const alignOf = (lang: Lang) => (dirOf(lang) === 'rtl' ? 'right' : 'left')

function Table({ dir, children }: { dir: 'rtl' | 'ltr'; children: ReactNode }) {
  return (
    <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} border={0} dir={dir}>
      <tbody>{children}</tbody>
    </table>
  )
}

/** One tap or double click selects the complete code; left to right within Arabic. */
function Code({ code, lang }: { code: string; lang: Lang }) {
  return (
    <Table dir={dirOf(lang)}>
      <tr>
        <td dir="ltr" align="center" className={CLASS.code} style={CODE}>
          {code}
        </td>
      </tr>
    </Table>
  )
}

function Facts({ facts, lang }: { facts: [label: string, value: string][]; lang: Lang }) {
  const dir = dirOf(lang)
  const align = alignOf(lang)
  const style: CSSProperties = { ...FACT, textAlign: align }
  const valuePadding = dir === 'rtl' ? '8px 12px 8px 0' : '8px 0 8px 12px'
  return (
    <Table dir={dir}>
      {facts.map(([label, value]) => (
        <tr key={label}>
          <td
            dir={dir}
            align={align}
            valign="top"
            width="32%"
            className={CLASS.fact}
            style={{ ...style, color: muted }}
          >
            {label}
          </td>
          <td
            dir="auto"
            align={align}
            valign="top"
            className={CLASS.factValue}
            style={{ ...style, ...VALUE, padding: valuePadding }}
          >
            {value}
          </td>
        </tr>
      ))}
    </Table>
  )
}

function PlainLink({ label, url }: EmailLink) {
  return (
    <Text style={{ ...PARAGRAPH, margin: '0 0 4px' }} className={CLASS.ink}>
      <a href={url} className={CLASS.link} style={LINK}>
        {label}
      </a>
    </Text>
  )
}

/** A member's text keeps its own direction, independent of the mail's. */
function Group({ title, url, items }: EmailGroup) {
  return (
    <>
      <Heading as="h2" style={GROUP_TITLE}>
        <a href={url} className={CLASS.link} style={LINK}>
          <bdi>{title}</bdi>
        </a>
      </Heading>
      {items.map((item) => (
        <div key={item.url} style={ITEM} className={CLASS.fact}>
          <Text style={{ ...SMALL, margin: 0 }} className={CLASS.fact}>
            <a href={item.url} className={CLASS.fact} style={{ ...LINK, color: muted }}>
              <bdi>{item.who}</bdi>
            </a>
          </Text>
          <Text style={{ ...PARAGRAPH, margin: 0 }} className={CLASS.ink} dir="auto">
            {item.text}
          </Text>
        </div>
      ))}
    </>
  )
}

type FooterProps = { contacts: string[]; reason: string; optOut: EmailLink | undefined }

function Footer({ contacts, reason, optOut }: FooterProps) {
  return (
    <>
      <Text style={SMALL} className={CLASS.foot}>
        {contacts.map((line) => (
          <bdi key={line}>
            {line}
            <br />
          </bdi>
        ))}
      </Text>
      <Text style={SMALL} className={CLASS.foot}>
        {reason}
      </Text>
      {optOut && (
        <Text style={SMALL} className={CLASS.foot}>
          <a href={optOut.url} className={CLASS.foot} style={{ ...LINK, color: muted }}>
            {optOut.label}
          </a>
        </Text>
      )}
    </>
  )
}

const { deep, ink, line, mint, muted, paper, pine, sand, white } = BRAND_COLOURS

const PAGE: CSSProperties = { backgroundColor: sand, padding: '24px 8px', margin: 0 }
const CARD: CSSProperties = {
  backgroundColor: paper,
  border: `1px solid ${line}`,
  borderRadius: 18,
  maxWidth: WIDTH,
}
const HEADER: CSSProperties = {
  backgroundColor: deep,
  color: paper,
  fontSize: 18,
  fontWeight: 600,
  lineHeight: '28px',
  padding: '16px 32px',
  borderRadius: '17px 17px 0 0',
}
const TITLE_CELL: CSSProperties = { padding: '28px 32px 8px' }
const TITLE: CSSProperties = { margin: 0, color: ink, fontSize: 22, lineHeight: '34px', fontWeight: 600 }
const PARAGRAPH: CSSProperties = { margin: '0 0 12px', color: ink, fontSize: 16, lineHeight: '28px' }
const CODE: CSSProperties = {
  fontFamily: NUMBER_FONT,
  backgroundColor: mint,
  borderRadius: 12,
  color: ink,
  direction: 'ltr',
  fontSize: 32,
  fontWeight: 600,
  letterSpacing: 8,
  lineHeight: '48px',
  padding: '12px 12px 12px 20px',
  textAlign: 'center',
  userSelect: 'all',
  WebkitUserSelect: 'all',
}
const GROUP_CELL: CSSProperties = { padding: '4px 32px 16px' }
const GROUP_TITLE: CSSProperties = {
  wordBreak: 'break-word',
  margin: '0 0 4px',
  fontSize: 17,
  lineHeight: '28px',
  fontWeight: 600,
}
const LINK: CSSProperties = { color: pine, textDecoration: 'underline' }
const ITEM: CSSProperties = { wordBreak: 'break-word', borderTop: `1px solid ${line}`, padding: '10px 0' }
const FACT: CSSProperties = {
  fontFamily: FONT,
  fontSize: 14,
  lineHeight: '24px',
  padding: '8px 0',
  borderBottom: `1px solid ${line}`,
}
const VALUE: CSSProperties = { color: ink, wordBreak: 'break-word', whiteSpace: 'pre-wrap' }
const BUTTON: CSSProperties = {
  backgroundColor: pine,
  borderRadius: 12,
  color: white,
  fontFamily: FONT,
  fontSize: 16,
  fontWeight: 600,
  padding: '14px 28px',
}
const FOOTER: CSSProperties = { borderTop: `1px solid ${line}`, padding: '20px 32px 24px' }
const SMALL: CSSProperties = { margin: '0 0 8px', color: muted, fontSize: 13, lineHeight: '22px' }
