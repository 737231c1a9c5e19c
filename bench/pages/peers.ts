/** What the product is compared with: a bare Node server and, where it is installed, nginx. Both send the same response. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { NODE_ARGUMENTS } from '../../scripts/node-arguments.ts'
import { ended } from '../product.ts'

/** A response of the product. */
export type Sent = { status: number; headers: [string, string][]; body: Buffer }
export type Peer = { pid: number; port: number; stop: () => Promise<void> }

/** Set by each server itself. */
const OF_THE_SERVER = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length'])
const ownHeaders = ({ headers }: Sent) => headers.filter(([name]) => !OF_THE_SERVER.has(name.toLowerCase()))

export async function bareNode(sent: Sent, folder: string): Promise<Peer> {
  mkdirSync(folder, { recursive: true })
  const length: [string, string][] = sent.status === 304 ? [] : [['Content-Length', String(sent.body.length)]]
  const headers = [...ownHeaders(sent), ...length].flat()
  writeFileSync(join(folder, 'head.json'), JSON.stringify({ status: sent.status, headers }))
  writeFileSync(join(folder, 'body'), sent.body)
  const child = spawn(process.execPath, [...NODE_ARGUMENTS, join(import.meta.dirname, 'bare-server.ts'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { pid: child.pid!, port: Number(String(line)), stop: () => ended(child) }
}

export const hasNginx = () => spawnSync('nginx', ['-v']).status === 0

/** One worker that sends the file. It needs no rights and leaves nothing outside the folder. */
export async function nginx(sent: Sent, folder: string): Promise<Peer> {
  const root = join(folder, 'files')
  mkdirSync(root, { recursive: true })
  writeFileSync(join(root, 'page'), sent.body)
  const port = await freePort()
  const headers = ownHeaders(sent)
    .filter(([name]) => !/^(content-type|etag)$/i.test(name))
    .map(([name, value]) => `add_header ${name} "${value.replace(/["\\$]/g, '\\$&')}" always;`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder};`)
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr crit;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    events { worker_connections 1024; }
    http {
      access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000000; open_file_cache max=10;
      ${temporary.join(' ')}
      server {
        listen 127.0.0.1:${port};
        root ${root}; etag off; default_type "text/html; charset=utf-8";
        location / { try_files /page =404; ${headers.join('\n')} }
      }
    }`,
  )
  const child = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-e', 'stderr'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  for (let tries = 0; tries < 100; tries++) {
    if (await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined)) break
    await new Promise((resume) => setTimeout(resume, 50))
  }
  return { pid: child.pid!, port, stop: () => ended(child) }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

export const removed = (folder: string) => rmSync(folder, { recursive: true, force: true })
