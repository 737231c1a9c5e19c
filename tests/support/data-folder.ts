import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Removes a data folder, and the cluster that had to lie elsewhere because only root may enter the folder. */
export function removeDataFolder(dataDir: string): void {
  try {
    rmSync(readFileSync(join(dataDir, 'postgres-folder'), 'utf8').trim(), { recursive: true, force: true })
  } catch {
    // The cluster lies in the data folder itself, or was never made.
  }
  rmSync(dataDir, { recursive: true, force: true })
}
