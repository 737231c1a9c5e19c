/** The sign-in page of the sandbox's OpenID provider: plain forms without scripts. */
import type { ReactNode } from 'react'
import { InlineStyle, renderDocument } from '../../html/document.server.tsx'
import type { Lang } from '../../locales/lang.ts'
import type { Persona } from './sandbox-tokens.server.ts'

const TEXTS = {
  ar: {
    title: 'الدخول بحساب تجريبي',
    notice: 'مزوّد هوية تجريبي، لا يعمل إلا في هذا العرض. اختر شخصًا كأنه حسابك في مكان آخر.',
    choose: 'اختر حسابًا',
    other: 'حساب آخر',
    givenName: 'الاسم الأول',
    familyName: 'اسم العائلة',
    email: 'البريد الإلكتروني',
    go: 'ادخل بهذا الحساب',
    cancel: 'ألغِ وعد إلى الموقع',
    wrong: 'اكتب الاسم وبريدًا صحيحًا.',
    refused: 'طلب الدخول هذا غير صحيح',
    refusedBody: 'عد إلى الموقع وابدأ الدخول من جديد.',
  },
  en: {
    title: 'Sign in with a demo account',
    notice:
      'A sandbox identity provider, which exists in this demonstration only. Choose a person as if it were your account elsewhere.',
    choose: 'Choose an account',
    other: 'Another account',
    givenName: 'First name',
    familyName: 'Last name',
    email: 'Email',
    go: 'Sign in as this person',
    cancel: 'Cancel and go back to the site',
    wrong: 'Enter a name and a valid email address.',
    refused: 'This sign-in request is not valid',
    refusedBody: 'Go back to the site and start the sign-in again.',
  },
}

const STYLE = `*{box-sizing:border-box}body{margin:0;background:#f3f4fa;color:#17173a;font:16px/1.65 system-ui,"Segoe UI",Tahoma,sans-serif}
main{max-inline-size:28rem;margin:0 auto;padding:2rem 1rem 3rem;display:grid;gap:1.25rem}h1{margin:0;font-size:1.5rem;line-height:1.4}h2{margin:0;font-size:1.05rem}
.notice{margin:0;padding:.75rem 1rem;background:#ffd978;color:#3d2c00;border-radius:8px;font-size:.9375rem}.wrong{margin:0;color:#a4161a}
form{display:grid;gap:.75rem;padding:1.25rem;border:1px solid #dcdeea;border-radius:14px;background:#fff}label{display:grid;gap:.25rem;font-size:.9375rem}
input{min-block-size:2.75rem;padding:.25rem .75rem;border:1px solid #8a8db0;border-radius:8px;font:inherit}
button{min-block-size:3rem;padding:.5rem 1rem;border:1px solid #3730a3;border-radius:8px;background:#3730a3;color:#fff;font:inherit;text-align:start;cursor:pointer}
button.person{display:grid;justify-items:start;background:#fff;color:#17173a;border-color:#dcdeea}button.person:hover{border-color:#3730a3}button.person small{color:#575a78}
button.quiet{background:none;color:#3730a3;border-color:transparent;text-align:center}:focus-visible{outline:3px solid #8b83f0;outline-offset:2px}`

type Props = {
  lang: Lang
  personas: readonly Persona[]
  action: string
  isWrong: boolean
  typed: Record<string, string>
}

/** @param action the address of the request, with its parameters, to which the choice is posted */
export function signInPage({ lang, personas, action, isWrong, typed }: Props): string {
  const t = TEXTS[lang]
  const field = (name: 'givenName' | 'familyName' | 'email', extra: { type?: string; dir?: 'ltr' } = {}) => (
    <label>
      {t[name]}
      <input name={name} defaultValue={typed[name]} maxLength={100} required {...extra} />
    </label>
  )
  return documentOf(
    lang,
    t.title,
    <>
      <form method="post" action={action}>
        <h2>{t.choose}</h2>
        {personas.map(({ subject, givenName, familyName, email }) => (
          <button type="submit" key={subject} className="person" name="subject" value={subject}>
            <bdi>{`${givenName} ${familyName}`}</bdi>
            <small>
              <bdi dir="ltr">{email}</bdi>
            </small>
          </button>
        ))}
      </form>
      <form method="post" action={action}>
        <h2>{t.other}</h2>
        {isWrong && (
          <p className="wrong" role="alert">
            {t.wrong}
          </p>
        )}
        {field('givenName')}
        {field('familyName')}
        {field('email', { type: 'email', dir: 'ltr' })}
        <button type="submit" name="subject" value="">
          {t.go}
        </button>
      </form>
      <form method="post" action={action}>
        <button type="submit" className="quiet" name="cancel" value="1">
          {t.cancel}
        </button>
      </form>
    </>,
  )
}

export function refusedPage(lang: Lang): string {
  const t = TEXTS[lang]
  return documentOf(
    lang,
    t.refused,
    <p>
      {t.refusedBody} <a href={`/${lang}/login`}>{`/${lang}/login`}</a>
    </p>,
  )
}

function documentOf(lang: Lang, title: string, content: ReactNode): string {
  return renderDocument({
    lang,
    title,
    head: (
      <>
        <meta name="robots" content="noindex" />
        <InlineStyle css={STYLE} />
      </>
    ),
    body: (
      <main>
        <p className="notice">{TEXTS[lang].notice}</p>
        <h1>{title}</h1>
        {content}
      </main>
    ),
  })
}
