import type { RecordState } from '../../features/revisions/publication.ts'

/** What the pages of every record say that staff write; in the gender of the record. */
export type RecordTexts = {
  states: Record<RecordState, string>
  publication: string
  publish: string
  publishTime: string
  schedule: string
  unpublish: string
  archive: string
  unarchive: string
  undo: string
  missing: string
  publishedAt: string
  publishesAt: string
  previewLink: string
  previewHint: string
  onSite: string
  draft: string
  draftBy: (name: string) => string
  openDraft: string
  publishDraft: string
  discardDraft: string
  discardHappens: (name: string, moment: string) => string
  discardedDraft: string
  discardedBy: (name: string, moment: string) => string
  draftSavedBy: (name: string, moment: string) => string
  restoreDraft: string
  englishTitle: string
  englishMissing: string
  englishStale: string
  confirm: string
  history: string
  olderHistory: string
  actions: Record<string, string>
  languages: { ar: string; en: string }
  compare: {
    title: string
    open: string
    version: (n: number) => string
    from: string
    to: string
    show: string
    same: string
    none: string
    noneBody: string
    empty: string
    restoreHint: string
    restore: (n: number) => string
    refused: (n: number) => string
  }
}
