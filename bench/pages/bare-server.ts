/** A Node server that sends one answer to every request, and does nothing else: what a page is compared with. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const [folder] = process.argv.slice(2)
const { status, headers } = JSON.parse(readFileSync(`${folder}/head.json`, 'utf8')) as {
  status: number
  headers: string[]
}
const body = readFileSync(`${folder}/body`)

const server = createServer((_, response) => {
  response.writeHead(status, headers)
  response.end(body)
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
