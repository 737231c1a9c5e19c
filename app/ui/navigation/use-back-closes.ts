import { type RefObject, useEffect } from 'react'
import { enterSheet, isSheetEntry, leaveSheet, sheetClosed } from './sheet-history.ts'

/**
 * Back closes an open dialog or popover and stays on the page. Its links and forms leave as if it had been closed before.
 * @param page of a sheet that stays open when the page changes below it: the key of the page's place in the history
 */
export function useBackCloses(sheet: RefObject<HTMLElement | null>, isOpen = true, page?: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page gets another entry
  useEffect(() => {
    const element = sheet.current
    if (!isOpen || !element) return
    const close = () => (element instanceof HTMLDialogElement ? element.close() : element.hidePopover())
    const press = (event: MouseEvent) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]')
      const isOther = event.button > 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
      if (link && !isOther) before(event, () => link.click())
    }
    const submit = (event: SubmitEvent) => {
      before(event, () => (event.target as HTMLFormElement).requestSubmit(event.submitter))
    }
    enterSheet(close)
    element.addEventListener('close', sheetClosed)
    element.addEventListener('click', press, { capture: true })
    element.addEventListener('submit', submit, { capture: true })
    return () => {
      element.removeEventListener('close', sheetClosed)
      element.removeEventListener('click', press, { capture: true })
      element.removeEventListener('submit', submit, { capture: true })
      sheetClosed()
    }
  }, [sheet, isOpen, page])
}

/** Stops the event and repeats it once the sheet's entry has left the history. */
function before(event: Event, again: () => void) {
  if (!isSheetEntry()) return
  event.preventDefault()
  event.stopPropagation()
  leaveSheet(again)
}
