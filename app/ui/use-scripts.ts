import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Whether scripts run: false in the server's page and in the first render of a browser, so that both are the same. */
export function useScripts(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
