import { Outlet, redirect } from 'react-router'
import { isLang } from '../locales/lang.ts'
import { pageRequestOf } from '../request-context.ts'
import type { Route } from './+types/layout'

export async function loader({ params, context }: Route.LoaderArgs) {
  if (!isLang(params.lang)) throw redirect('/error')
  const { user } = pageRequestOf(context)
  return { user }
}

export default function SiteLayout() {
  return <Outlet />
}
