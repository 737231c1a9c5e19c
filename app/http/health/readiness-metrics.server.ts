import { statfs } from 'node:fs/promises'
import type { Metric } from '../../platform/metric.ts'
import { isWelcoming, PART_OK, type Readiness } from './readiness.server.ts'

/** What `/readyz` says, and how much room uploads and the embedded database have. */
export function readinessMetrics(readiness: () => Promise<Readiness>, dataDir: string): Metric[] {
  const ofDisk = async (blocks: 'bavail' | 'blocks') => {
    const found = await statfs(dataDir)
    return [{ labels: {}, value: found[blocks] * found.bsize }]
  }
  return [
    {
      name: 'instance_ready',
      help: '1 while the instance wants requests.',
      labels: [],
      read: async () => [{ labels: {}, value: isWelcoming(await readiness()) ? 1 : 0 }],
    },
    {
      name: 'instance_part_ok',
      help: '1 for each part of the instance that answers: database, queue, disk, storage.',
      labels: ['part'],
      read: async () =>
        Object.entries((await readiness()).checks).map(([part, said]) => ({
          labels: { part },
          value: said === PART_OK ? 1 : 0,
        })),
    },
    {
      name: 'data_disk_free_bytes',
      help: 'Free on the disk of DATA_DIR.',
      labels: [],
      read: () => ofDisk('bavail'),
    },
    {
      name: 'data_disk_size_bytes',
      help: 'The size of the disk of DATA_DIR.',
      labels: [],
      read: () => ofDisk('blocks'),
    },
  ]
}
