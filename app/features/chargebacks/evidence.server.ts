/** Files of chargebacks: what staff sent to the payment company, or got from it. */
import type { SentFile } from '../../api/sent-file.ts'
import type { Context, Services } from '../../platform/context.server.ts'
import { countFile } from '../../platform/limits/rate-limit.server.ts'
import { signedFileAddress } from '../files/files.server.ts'
import { type StoredPaper, storePaper } from '../uploads/paper.server.ts'
import { EVIDENCE_QUOTAS } from './contract.ts'

/** Short, since anyone with the signed address can open the file. */
const LINK_SECONDS = 600
const UNNAMED = { ar: 'دليل', en: 'Evidence' }

/**
 * It belongs to no account: who attached it may leave, the record of the case stays.
 * @throws Problem at the field `file`: validation, unsupportedType, tooLarge; tooManyRequests
 */
export async function storeEvidence(ctx: Context, file: SentFile): Promise<StoredPaper> {
  await countFile(ctx, EVIDENCE_QUOTAS, file.size)
  const about = { purpose: 'evidence', ownerId: null, otherKind: 'evidenceKind' } as const
  return storePaper(ctx, file, { ...about, unnamed: UNNAMED[ctx.lang] })
}

/** Where the file can be opened for ten minutes. */
export function evidenceAddress(services: Pick<Services, 'settings' | 'now'>, id: string, name: string): string {
  return services.settings.publicUrl + signedFileAddress(services, id, name, LINK_SECONDS)
}
