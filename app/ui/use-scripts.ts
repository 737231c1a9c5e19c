import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Whether scripts run: false on the server and in the first render of a browser, so that both match. */
export function useScripts(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
