/** How known providers differ from the standard, each with its source. */
import type { Lang } from '../../locales/lang.ts'

export type Claims = Record<string, unknown>

export type Behaviour = {
  scope: string
  /** In addition to those of the standard. */
  parameters: (lang: Lang) => Record<string, string>
  /** Whether the provider's statement that an address is verified can be trusted. */
  vouchesForEmail: (claims: Claims) => boolean
  namesOf: (claims: Claims, response: URLSearchParams) => Names
}
export type Names = { firstName: string; lastName: string }

const GENERIC: Behaviour = {
  scope: 'openid email profile',
  parameters: (lang) => ({ ui_locales: lang }),
  vouchesForEmail: (claims) => claims.email_verified === true,
  namesOf: (claims) => namesOf(claims),
}

const BEHAVIOURS: Record<string, Behaviour> = {
  // https://developers.google.com/identity/openid-connect/openid-connect#authenticationuriparameters
  google: { ...GENERIC, parameters: (lang) => ({ hl: lang, prompt: 'select_account' }) },
  // A tenant can put any address into the claim: it must never identify an account.
  // https://learn.microsoft.com/entra/identity-platform/claims-validation
  microsoft: {
    ...GENERIC,
    parameters: (lang) => ({ ui_locales: lang, prompt: 'select_account' }),
    vouchesForEmail: () => false,
  },
  // Names are sent once, beside the code, and booleans may be strings.
  // https://developer.apple.com/documentation/signinwithapple/configuring-your-webpage-for-sign-in-with-apple
  apple: {
    scope: 'openid name email',
    parameters: (lang) => ({ response_mode: 'form_post', locale: lang === 'ar' ? 'ar_SA' : 'en_GB' }),
    vouchesForEmail: ({ email_verified: verified }) => verified === true || verified === 'true',
    namesOf: (_, response) => namesInForm(response.get('user')),
  },
}

export const behaviourOf = (id: string): Behaviour => BEHAVIOURS[id] ?? GENERIC

/** A name in one field is split at its first space: in «محمد بن سلمان» the rest is the family name. */
function namesOf({ given_name: given, family_name: family, name }: Claims): Names {
  if (text(given) || text(family)) return { firstName: text(given), lastName: text(family) }
  const [firstName = '', ...rest] = text(name).split(/\s+/)
  return { firstName, lastName: rest.join(' ') }
}

/** Unsigned, since the browser sends it: it only prefills fields that the person checks. */
function namesInForm(user: string | null): Names {
  try {
    const { name } = JSON.parse(user ?? '') as { name?: Claims }
    return { firstName: text(name?.firstName), lastName: text(name?.lastName) }
  } catch {
    return { firstName: '', lastName: '' }
  }
}

const text = (claim: unknown) => (typeof claim === 'string' ? claim.trim() : '')
