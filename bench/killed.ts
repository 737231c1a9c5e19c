/** Whether an enquiry is lost, or a mail is sent with two Message-IDs, when the server is killed between save and send. */
import { createTestDatabase, startTestCluster } from '../tests/support/cluster.ts'
import { killBetweenSaveAndSend } from '../tests/support/processes/crash-enquiries.ts'

const KILLS = Number(process.env.KILLS ?? 50)

/** False when an acknowledged enquiry or a mail is missing, or a mail has two Message-IDs. */
export async function bench(): Promise<boolean> {
  const cluster = await startTestCluster()
  try {
    const databaseUrl = await createTestDatabase(cluster, 'bench_killed')
    const figures = await killBetweenSaveAndSend(databaseUrl, KILLS)
    const saved = new Set(figures.saved)
    const lost = figures.acknowledged.filter((reference) => !saved.has(reference)).length
    const repeated = [...figures.delivered.values()].reduce((sum, times) => sum + times - 1, 0)
    const lines: [string, number][] = [
      ['times the server was killed', figures.kills],
      ['enquiries acknowledged', figures.acknowledged.length],
      ['of them lost', lost],
      ['enquiries saved', saved.size],
      ['mails for them', figures.written],
      ['of them delivered', figures.delivered.size],
      ['of them missing', figures.missing.length],
      ['times the mail server had no time', figures.refused],
      ['delivered again under the same Message-ID', repeated],
    ]
    for (const [name, figure] of lines) console.log(`  ${name.padEnd(44)}${String(figure).padStart(8)}`)
    const isComplete = figures.written === 2 * saved.size && figures.delivered.size === figures.written
    return lost === 0 && figures.missing.length === 0 && isComplete
  } finally {
    await cluster.stop()
  }
}
