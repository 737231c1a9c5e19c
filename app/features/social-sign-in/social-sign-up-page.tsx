import { data, redirect } from 'react-router'
import { linksFor } from '../../links.ts'
import { textsIn } from '../../locales/texts.tsx'
import { type PageRequest, pageRequestOf, type RouteHandle } from '../../request-context.ts'
import { pageMeta, siteOf } from '../../shell/meta.ts'
import { accountLinksFor } from '../accounts/account-links.ts'
import { pathAfterFirstFactor, redirectSignedIn } from '../accounts/after-first-factor.ts'
import { guestsOnly } from '../accounts/auth-layout.tsx'
import { waitFromSeconds } from '../codes/code-wait.ts'
import type { Route } from './+types/social-sign-up-page'
import { externalSignUp } from './social-sign-in-links.ts'
import { SocialSignUpSteps } from './social-sign-up-steps.tsx'

const VALUES = ['firstName', 'lastName', 'phone', 'email'] as const

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  const requested = guestsOnly(page, request)
  const query = new URL(request.url).searchParams
  const ticket = await pendingIdentityOf(page, requested)
  const { step, resendAfterSeconds } = ticket
  return data(
    {
      ticket: { ...ticket, step: step === 'code' && query.has('change') ? ('email' as const) : step },
      wait: waitFromSeconds(page.now, resendAfterSeconds),
      again: query.has('again'),
      returnTo: requested ?? ticket.returnTo ?? undefined,
    },
    { headers: { 'Cache-Control': 'no-store' } },
  )
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

/** Without a pending identity the sign-in has to be started again. */
async function pendingIdentityOf({ api, describe, lang }: PageRequest, returnTo: string | undefined) {
  try {
    return await api.socialSignIn.externalTicket({})
  } catch (error) {
    if (describe(error)?.code !== 'externalExpired') throw error
    throw redirect(linksFor(lang).login(returnTo, 'external-expired'))
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const page = pageRequestOf(context)
  const requested = guestsOnly(page, request)
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? '')
  const intent = text('intent')
  const { socialSignIn } = page.api
  const links = linksFor(page.lang)
  const accountLinks = accountLinksFor(page.lang)
  const here = (rest: { again?: '1' } = {}) =>
    redirect(externalSignUp(page.lang, { ...rest, returnTo: requested }), 303)
  try {
    // Read first: the sign-in uses up the pending identity.
    const returnTo = requested ?? (await socialSignIn.externalTicket({})).returnTo ?? undefined
    const goOn = async (password?: string) =>
      redirectSignedIn(pathAfterFirstFactor(page.lang, await socialSignIn.externalLogin({ password }), returnTo))
    if (intent === 'send') {
      await socialSignIn.sendExternalCode({ email: text('email') })
      return here()
    }
    if (intent === 'resend') {
      const { email } = await socialSignIn.externalTicket({})
      await socialSignIn.sendExternalCode({ email })
      return here({ again: '1' })
    }
    if (intent === 'verify') {
      const { step } = await socialSignIn.verifyExternal({ code: text('code') })
      return step === 'link' ? await goOn() : here()
    }
    if (intent === 'password') return await goOn(text('password'))
    if (intent === 'link') return await goOn()
    const answer = await socialSignIn.externalRegister({
      firstName: text('firstName'),
      lastName: text('lastName'),
      phone: text('phone'),
      // An unticked checkbox is not sent; the contract refuses any other value.
      acceptTerms: text('acceptTerms') as 'on',
      wantsNews: text('wantsNews') !== '',
    })
    return redirectSignedIn(pathAfterFirstFactor(page.lang, answer, returnTo ?? accountLinks.welcome))
  } catch (error) {
    const failure = page.describe(error)
    if (!failure) throw error
    if (failure.code === 'externalExpired') return redirect(links.login(requested, 'external-expired'))
    // The address got an account in the meantime: the page loads again and shows the right step.
    if (failure.code === 'addressHasAccount' || failure.code === 'proofNeeded') return here()
    const values = Object.fromEntries(VALUES.map((name) => [name, text(name)]))
    const ticked = { accepted: text('acceptTerms') !== '', wantsNews: text('wantsNews') !== '' }
    return data({ failure, intent, values, ...ticked }, { status: failure.status })
  }
}

/** The step with the code counts down: its scripts load at once. */
export const handle = {
  deferHydration: ({ ticket }: { ticket: { step: string } }) => ticket.step !== 'code',
} satisfies RouteHandle

export function meta({ location, matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  const { title, description } = textsIn(site.lang).socialSignIn.signUp
  return pageMeta({ ...site, pathname: location.pathname, title, description, noindex: true })
}

/** The last part of a first sign-in by a provider: opens an account, or links the existing one. */
export default function SocialSignUpPage({ loaderData, actionData }: Route.ComponentProps) {
  return <SocialSignUpSteps {...loaderData} refused={actionData} />
}
