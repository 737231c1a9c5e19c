/** Loads a folder without overwriting what the desk changed since the last import, and says what differs. */
import type { Tx } from '../../platform/database/database.server.ts'
import {
  beginTry,
  forgetDocuments,
  type KnownDocument,
  knownDocuments,
  raisedVersions,
  rememberDocuments,
  undoTry,
} from './document-queries.server.ts'
import {
  type DocumentId,
  type Documents,
  differingFields,
  documentsOf,
  hashOf,
  idOf,
  keyOf,
  kindOf,
} from './documents.server.ts'
import { everything } from './queries.server.ts'
import type { Change, Kept, Report } from './report.ts'
import type { Days } from './upsert.server.ts'

type Load = (days: Pick<Days, 'kept' | 'edited'>) => Promise<Report>

/**
 * @param inFiles the records that the folder names
 * @param load loads everything except what is kept
 */
export async function keepingEdits(
  tx: Tx,
  inFiles: ReadonlySet<DocumentId>,
  { isPruning, overwrites }: { isPruning: boolean; overwrites: boolean },
  load: Load,
): Promise<Report> {
  const before = documentsOf(await everything(tx))
  const known = new Map((await knownDocuments(tx)).map(({ kind, key, hash }) => [idOf(kind, key), hash]))
  const edited = overwrites ? new Set<DocumentId>() : await editedSince(tx, before, known)
  const strangers = outsideOf(inFiles, edited)
  const kept = new Set(strangers)
  const mayDiffer = edited.size > strangers.length
  if (mayDiffer) await beginTry(tx)
  let report = await load({ kept, edited })
  let after = documentsOf(await everything(tx))
  const found = mayDiffer ? keptOf(before, after, edited, inFiles, kept) : []
  if (found.length > 0) {
    // What differs shows only when it is written: so it is, and then again without what is kept.
    await undoTry(tx)
    for (const { kind, key } of found) kept.add(idOf(kind, key))
    report = await load({ kept, edited })
    after = documentsOf(await everything(tx))
  }
  await remember(tx, { before, after, known, kept, inFiles })
  const alone = strangers.map((id) => ({ kind: kindOf(id), key: keyOf(id), fields: [] }))
  return {
    ...report,
    changes: report.changes.map((change) => withFields(change, before, after)),
    kept: [...found, ...(isPruning ? alone : [])],
  }
}

/** The records that are not what they were right after their import, and those that no import brought. */
async function editedSince(tx: Tx, present: Documents, known: ReadonlyMap<DocumentId, string | null>) {
  const raised = new Set((await raisedVersions(tx)).map(({ kind, key }) => idOf(kind, key)))
  const isEdited = ([id, document]: [DocumentId, object]) => {
    const hash = known.get(id)
    return hash === null ? raised.has(id) : hash !== hashOf(document)
  }
  return new Set([...present].filter(isEdited).map(([id]) => id))
}

/** Those that no file names, with the courses of such runs. */
function outsideOf(inFiles: ReadonlySet<DocumentId>, edited: ReadonlySet<DocumentId>): DocumentId[] {
  const strangers = [...edited].filter((id) => !inFiles.has(id))
  const courses = strangers
    .filter((id) => kindOf(id) === 'runs')
    .map((id) => idOf('courses', keyOf(id).split('/')[0]!))
    .filter((id) => !inFiles.has(id))
  return [...new Set([...strangers, ...courses])]
}

function keptOf(
  before: Documents,
  after: Documents,
  edited: ReadonlySet<DocumentId>,
  inFiles: ReadonlySet<DocumentId>,
  kept: ReadonlySet<DocumentId>,
): Kept[] {
  return [...edited]
    .filter((id) => inFiles.has(id))
    .flatMap((id) => {
      // Only a run that has sold more seats than its file has was left out already.
      const fields = kept.has(id) ? ['seats'] : differingFields(before.get(id)!, after.get(id) ?? {})
      return fields.length > 0 ? [{ kind: kindOf(id), key: keyOf(id), fields }] : []
    })
}

function withFields(change: Change, before: Documents, after: Documents): Change {
  const fields = change.changed.flatMap((key): [string, string[]][] => {
    const [old, present] = [before, after].map((documents) => documents.get(idOf(change.kind, key)))
    return old && present ? [[key, differingFields(old, present)]] : []
  })
  return { ...change, fields: new Map(fields) }
}

type Loaded = {
  before: Documents
  after: Documents
  known: ReadonlyMap<DocumentId, string | null>
  kept: ReadonlySet<DocumentId>
  inFiles: ReadonlySet<DocumentId>
}

/** What was loaded, and what was withdrawn because no file names it, is from now on as the files say. */
async function remember(tx: Tx, { before, after, known, kept, inFiles }: Loaded): Promise<void> {
  const documents = [...after].flatMap(([id, document]): KnownDocument[] => {
    if (kept.has(id)) return []
    const hash = hashOf(document)
    const old = before.get(id)
    const isLoaded = inFiles.has(id) || (old !== undefined && hashOf(old) !== hash)
    return isLoaded && known.get(id) !== hash ? [{ kind: kindOf(id), key: keyOf(id), hash }] : []
  })
  await rememberDocuments(tx, documents)
  const gone = [...known.keys()].filter((id) => !after.has(id))
  await forgetDocuments(
    tx,
    gone.map((id) => ({ kind: kindOf(id), key: keyOf(id) })),
  )
}
