import type { Services } from '../../platform/context.server.ts'
import type { Database } from '../../platform/database.server.ts'

export async function isEmpty(_db: Database): Promise<boolean> {
  return false
}
export async function importContent(_services: Services, _folder: string): Promise<void> {}
export function demoAccounts(): { email: string; password: string; roles: string[] }[] {
  return []
}
