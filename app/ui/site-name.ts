import { useRouteLoaderData } from 'react-router'
import { useTexts } from '../locales/texts.tsx'

/** The institute's name, which the site and the desk bear. */
export function useSiteName(): string {
  const { siteName } = useTexts('shell')
  const root = useRouteLoaderData('root') as { siteName?: string } | undefined
  return root?.siteName ?? siteName
}
