import type { Look } from '#web/seasons/themes/look.ts'
import { Background } from './Background.tsx'
import { Layout } from './Layout.tsx'
import { Logo } from './Logo.tsx'

export const look: Look = { title: 'Цветущая ветка', Layout, Background, Logo }
