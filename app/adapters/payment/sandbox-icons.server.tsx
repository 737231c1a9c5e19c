/** Logos of the sandbox, its bank and its card brands, and icons. */
import type { ReactNode } from 'react'

function Svg({ className, viewBox, children }: { className: string; viewBox: string; children: ReactNode }) {
  return (
    <svg className={className} viewBox={viewBox} aria-hidden="true" focusable="false">
      {children}
    </svg>
  )
}

export function SandboxLogo() {
  return (
    <Svg className="mark" viewBox="0 0 32 32">
      <rect width="32" height="32" rx="9" fill="currentColor" />
      <path
        fill="none"
        stroke="#fff"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="M8 20v-5a8 8 0 0 1 16 0v5M8 24h16M16 15v5"
      />
    </Svg>
  )
}

export function BankLogo() {
  return (
    <Svg className="mark" viewBox="0 0 32 32">
      <path fill="currentColor" d="M16 2l13 7v3H3V9zM5 14h4v10H5zm9 0h4v10h-4zm9 0h4v10h-4zM3 26h26v4H3z" />
    </Svg>
  )
}

const CardShape = () => <rect x=".5" y=".5" width="43" height="27" rx="4.5" fill="#fff" stroke="#d5d7e3" />

export function VisaLogo() {
  return (
    <Svg className="brand visa" viewBox="0 0 44 28">
      <CardShape />
      <path
        transform="translate(7 13.2) skewX(-12)"
        fill="none"
        stroke="#1a1f71"
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="M0-3.6L3.4 6 6.8-3.6M10.4-3.6V6M20-2q-1-1.6-3-1.6c-3.6 0-3.6 4.2 0 4.8S20.6 6 17 6q-2.2 0-3.2-1.8M23.2 6l3.4-9.6L30 6M24.4 2.8h4.4"
      />
    </Svg>
  )
}

export function MastercardLogo() {
  return (
    <Svg className="brand mastercard" viewBox="0 0 44 28">
      <CardShape />
      <circle cx="17.5" cy="14" r="8" fill="#eb001b" />
      <circle cx="26.5" cy="14" r="8" fill="#f79e1b" />
      <path fill="#ff5f00" d="M22 7.4a8 8 0 0 1 0 13.2a8 8 0 0 1 0-13.2" />
    </Svg>
  )
}

const ICONS = {
  lock: 'M6.5 11h11a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2h-11a2 2 0 0 1-2-2v-6a2 2 0 0 1 2-2M8 11V7.5a4 4 0 0 1 8 0V11',
  done: 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M8 12.5l2.7 2.7L16 9.5',
  stopped: 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M12 7.5v5.5M12 16.2v.3',
  broken: 'M9 15l-2 2a3.5 3.5 0 0 1-5-5l3-3M15 9l2-2a3.5 3.5 0 0 1 5 5l-3 3M9 4v2M4 9h2M15 20v-2M20 15h-2',
} as const
export type IconName = keyof typeof ICONS

export function Icon({ name }: { name: IconName }) {
  return (
    <Svg className={`line ${name}`} viewBox="0 0 24 24">
      <path
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
        d={ICONS[name]}
      />
    </Svg>
  )
}
