/**
 * Back closes what lies over the page, a dialog or a drawer, and stays on the page: while it is open, the history has one
 * more entry of the same page, with the router's state. The router does not know of this entry.
 */

let closeSheet: (() => void) | undefined
let afterLeaving: (() => void) | undefined

export const isSheetEntry = () => history.state?.isSheet === true

/** @param close called by Back */
export function enterSheet(close: () => void): void {
  closeSheet = close
  // A second time it changes nothing.
  addEventListener('popstate', popped, { capture: true })
  if (!isSheetEntry()) history.pushState({ ...history.state, isSheet: true }, '')
}

/** To be called when it was closed in another way. */
export function sheetClosed(): void {
  closeSheet = undefined
  leaveSheet(() => {})
}

/** Removes the entry before a navigation: otherwise Back would once lead nowhere. */
export function leaveSheet(then: () => void): void {
  if (!isSheetEntry()) {
    then()
    return
  }
  if (!afterLeaving) history.back()
  afterLeaving ??= then
}

function popped(event: PopStateEvent) {
  const [left, close] = [afterLeaving, closeSheet]
  afterLeaving = undefined
  // Forward to an entry whose sheet is closed.
  const isForward = event.state?.isSheet === true
  if (left || close || isForward) event.stopImmediatePropagation()
  if (left) left()
  else if (!isForward) {
    closeSheet = undefined
    close?.()
  }
}
