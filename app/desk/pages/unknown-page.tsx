import { data } from 'react-router'
import type { DeskError } from '../desk-page.ts'

export function loader() {
  throw data<DeskError>({ code: 'notFound', message: '' }, { status: 404 })
}

export default function UnknownPage() {
  return null
}
