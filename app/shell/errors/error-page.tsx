import { data } from 'react-router'
import { textsIn } from '../../locales/texts.tsx'
import { pageRequestOf } from '../../request-context.ts'
import type { Route } from './+types/error-page'
import ErrorScreen from './error-screen.tsx'

/** The page of unknown addresses, with status 404. */
export async function loader({ context }: Route.LoaderArgs) {
  return data({ lang: pageRequestOf(context).lang }, { status: 404 })
}

export function meta({ loaderData }: Route.MetaArgs) {
  const lang = loaderData?.lang ?? 'ar'
  return [{ title: textsIn(lang).shell.errorTitle }, { name: 'robots', content: 'noindex' }]
}

export default function ErrorPage() {
  return <ErrorScreen />
}
