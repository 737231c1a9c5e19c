import { redirect } from 'react-router'

export async function loader() {
  throw redirect('/error')
}

export default function UnknownAddress() {
  return null
}
