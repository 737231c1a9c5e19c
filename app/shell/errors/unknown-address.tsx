import { redirect, redirectDocument } from 'react-router'
import type { Route } from './+types/unknown-address'

/** Pages of the server's own, which a script's navigation ends up here for, as after signing in. */
const NOT_A_ROUTE = /^\/(?:ar|en)\/invoice\/[\w-]+$/

export async function loader({ params }: Route.LoaderArgs) {
  const path = `/${params['*']}`
  throw NOT_A_ROUTE.test(path) ? redirectDocument(path) : redirect('/error')
}

export default function UnknownAddress() {
  return null
}
