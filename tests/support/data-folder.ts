import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Removes a data folder, and its cluster if that is elsewhere because only root may enter the folder. */
export function removeDataFolder(dataDir: string): void {
  try {
    rmSync(readFileSync(join(dataDir, 'postgres-folder'), 'utf8').trim(), { recursive: true, force: true })
  } catch {
    // The cluster is in the data folder itself, or was never created.
  }
  rmSync(dataDir, { recursive: true, force: true })
}
