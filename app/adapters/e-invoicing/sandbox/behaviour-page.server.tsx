/** The page on which one chooses how the simulated authority behaves: a plain form without scripts. */
import { InlineStyle, renderDocument } from '../../../html/document.server.tsx'
import { dirOf, type Lang } from '../../../locales/lang.ts'
import type { ReceivedDocument } from './authority-queries.server.ts'
import { authorityTexts } from './authority-texts.ts'
import { BEHAVIOURS, type Behaviour } from './behaviours.ts'

const STYLE = `*{box-sizing:border-box}body{margin:0;background:#f3f4fa;color:#17173a;font:16px/1.65 system-ui,"Segoe UI",Tahoma,sans-serif}
main{max-inline-size:44rem;margin:0 auto;padding:2rem 1rem 3rem;display:grid;grid-template-columns:minmax(0,1fr);gap:1.25rem}
h1{margin:0;font-size:1.5rem;line-height:1.4}h2,legend{margin:0;padding:0;font-weight:600;font-size:1.125rem}p{margin:0}
.notice{padding:.75rem 1rem;background:#ffd978;color:#3d2c00;border-radius:8px;font-size:.9375rem}
.top{display:flex;flex-wrap:wrap;gap:.75rem;align-items:center;justify-content:space-between}a{color:#3730a3}
form,section{display:grid;gap:1rem;padding:1.25rem;border:1px solid #dcdeea;border-radius:14px;background:#fff}
fieldset{display:grid;gap:.5rem;margin:0;padding:0;border:0;min-inline-size:0}legend{margin-block-end:.75rem}
label{display:grid;grid-template-columns:auto minmax(0,1fr);gap:0 .75rem;align-items:start;padding:.5rem .75rem;border:1px solid #dcdeea;border-radius:8px;cursor:pointer}
label:has(:checked){border-color:#3730a3;background:#f3f2fd}label small{grid-column:2;color:#575a78;font-size:.875rem}
input{inline-size:1.25rem;block-size:1.25rem;margin-block:.2rem;accent-color:#3730a3}
button{min-block-size:3rem;padding:.5rem 1.25rem;border:1px solid #3730a3;border-radius:8px;background:#3730a3;color:#fff;font:inherit;font-weight:600;cursor:pointer}
.table{overflow-x:auto}table{inline-size:100%;border-collapse:collapse;font-size:.9375rem}th,td{padding:.375rem .5rem;border-block-end:1px solid #dcdeea;text-align:start}
:focus-visible{outline:3px solid #8b83f0;outline-offset:2px}`

type Shown = { lang: Lang; present: Behaviour; received: readonly ReceivedDocument[] }

export function behaviourPage({ lang, present, received }: Shown): string {
  const t = authorityTexts[lang]
  const other: Lang = lang === 'ar' ? 'en' : 'ar'
  return renderDocument({
    lang,
    title: t.title,
    head: (
      <>
        <meta name="robots" content="noindex" />
        <InlineStyle css={STYLE} />
      </>
    ),
    body: (
      <main>
        <p className="notice">{t.notice}</p>
        <div className="top">
          <h1>{t.title}</h1>
          <a href={`?lang=${other}`} lang={other} hrefLang={other} dir={dirOf(other)}>
            {t.otherLanguage}
          </a>
        </div>
        <p>{t.otp}</p>
        <form method="post" action={`?lang=${lang}`}>
          <fieldset>
            <legend>{t.choose}</legend>
            {BEHAVIOURS.map((behaviour) => {
              const [name, explanation] = t.behaviours[behaviour]
              return (
                <label key={behaviour}>
                  <input type="radio" name="behaviour" value={behaviour} defaultChecked={behaviour === present} />
                  <span>{name}</span>
                  <small>{explanation}</small>
                </label>
              )
            })}
          </fieldset>
          <button type="submit">{t.save}</button>
        </form>
        <section aria-labelledby="received">
          <h2 id="received">{t.received}</h2>
          {received.length === 0 ? <p>{t.none}</p> : <Received lang={lang} documents={received} />}
        </section>
      </main>
    ),
  })
}

function Received({ lang, documents }: { lang: Lang; documents: readonly ReceivedDocument[] }) {
  const { columns, ways, yes, no } = authorityTexts[lang]
  return (
    <div className="table">
      <table>
        <thead>
          <tr>
            {[columns.number, columns.counter, columns.way, columns.warned].map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {documents.map(({ hash, number, icv, way, hasWarnings }) => (
            <tr key={hash}>
              <td>
                <bdi>{number}</bdi>
              </td>
              <td>{icv}</td>
              <td>{ways[way]}</td>
              <td>{hasWarnings ? yes : no}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
