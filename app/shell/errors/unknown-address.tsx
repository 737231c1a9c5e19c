import { redirect, redirectDocument } from 'react-router'
import type { Route } from './+types/unknown-address'

/** Pages that the server renders outside the router: a script's navigation to one is repeated as a document. */
const NOT_A_ROUTE = /^\/(?:ar|en)\/invoice\/[\w-]+$/

export async function loader({ params }: Route.LoaderArgs) {
  const path = `/${params['*']}`
  throw NOT_A_ROUTE.test(path) ? redirectDocument(path) : redirect('/error')
}

export default function UnknownAddress() {
  return null
}
