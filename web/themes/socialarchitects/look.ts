import type { Look } from '#web/themes/look.ts'
import { Backdrop } from './Backdrop.tsx'
import { Logo } from './Logo.tsx'

export const look: Look = { Backdrop, Logo }
