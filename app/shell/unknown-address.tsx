import { redirect, redirectDocument } from 'react-router'
import type { Route } from './+types/unknown-address'

/** Pages of the server's own, which a script's navigation ends up here for, as after signing in. */
const NOT_A_ROUTE = /^\/(?:ar|en)\/invoice\/[\w-]+$/

export async function loader({ request }: Route.LoaderArgs) {
  const { pathname } = new URL(request.url)
  throw NOT_A_ROUTE.test(pathname) ? redirectDocument(pathname) : redirect('/error')
}

export default function UnknownAddress() {
  return null
}
