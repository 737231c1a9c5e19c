import { useRouteLoaderData } from 'react-router'

/** The address of a picture: pictures may be on another host, which the root's data names. */
export function useAssetUrl(): (path: string) => string {
  const root = useRouteLoaderData('root') as { assetsUrl?: string } | undefined
  const base = (root?.assetsUrl ?? '').replace(/\/$/, '')
  return (path) => (/^(https?:|data:)/.test(path) ? path : base + path)
}
