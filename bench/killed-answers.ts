/** Whether an answer to an enquiry is lost or given twice when the server is killed while staff answer. */
import { createTestDatabase, startTestCluster } from '../tests/support/cluster.ts'
import { killWhileAnswering } from '../tests/support/processes/crash-answers.ts'

const ANSWERS = Number(process.env.ANSWERS ?? 200)

/** False when an enquiry has not exactly one answer, one mail and one row of the audit log, or its mail never arrived. */
export async function bench(): Promise<boolean> {
  const cluster = await startTestCluster()
  try {
    const databaseUrl = await createTestDatabase(cluster, 'bench_killed_answers')
    const { kills, repeated, enquiries } = await killWhileAnswering(databaseUrl, {
      answers: ANSWERS,
      answersPerKill: 12,
    })
    const count = (isWrong: (figures: (typeof enquiries)[number]) => boolean) => enquiries.filter(isWrong).length
    const wrong: [string, number][] = [
      ['of them without an answer', count(({ messages }) => messages === 0)],
      ['with more than one', count(({ messages }) => messages > 1)],
      ['without exactly one row of the audit log', count(({ audited, events }) => audited !== 1 || events !== 1)],
      ['without exactly one mail', count(({ mails }) => mails !== 1)],
      ['whose mail never arrived', count(({ arrived }) => arrived !== 1)],
    ]
    const lines: [string, number][] = [
      ['times the server was killed', kills],
      ['answers sent again for want of a response', repeated],
      ['enquiries', enquiries.length],
      ...wrong,
    ]
    for (const [name, figure] of lines) console.log(`  ${name.padEnd(44)}${String(figure).padStart(8)}`)
    return wrong.every(([, figure]) => figure === 0)
  } finally {
    await cluster.stop()
  }
}
