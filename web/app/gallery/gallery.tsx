import { type ReactNode, Suspense, use } from 'react'
import { createRoot } from 'react-dom/client'
import { ColourField } from '#web/platform/ui/ColourField.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { SkipLink } from '#web/platform/ui/SkipLink.tsx'
import { applyLook, loadLook } from '#web/seasons/themes/themes.ts'
import { StagePath } from '#web/stages/StagePath/StagePath.tsx'
import { now, stages } from './samples.ts'
import '#web/platform/ui/foundation.css'
import { Kit } from './Kit.tsx'
import { Login } from './Login.tsx'
import { query } from './query.ts'

/* A page for designers, not part of the portal: gallery.html?look=ru_season_5&screen=path&theme=theme-wb&font=xlarge */
const screen = query.get('screen') ?? 'kit'
const theme = query.get('theme')
if (theme) document.documentElement.classList.add(theme)
const font = query.get('font')
if (font) document.documentElement.dataset.fontSize = font
if (query.get('images') === 'off') document.documentElement.dataset.images = 'off'
applyLook(query.get('look') ?? 'default')
const looked = loadLook(query.get('look') ?? 'default')

function Gallery() {
  const look = use(looked)
  if (screen === 'login') return <Login look={look} />
  return (
    <>
      <SkipLink />
      <ColourField as="header" style={{ padding: '1.25rem var(--gutter)' }}>
        <look.Logo />
      </ColourField>
      <main
        id="main"
        style={{
          maxWidth: 'calc(var(--width-page) + 2 * var(--gutter))',
          margin: '0 auto',
          padding: '2rem var(--gutter) 4rem',
        }}
      >
        {screen === 'path' ? <Path backdrop={<look.Background />} /> : <Kit />}
      </main>
    </>
  )
}

function Path({ backdrop }: { backdrop: ReactNode }) {
  return (
    <div style={{ display: 'grid', gap: '2rem' }}>
      <Heading level={1}>Этапы конкурса</Heading>
      <StagePath nodes={query.get('first') ? stages.slice(3) : stages} now={now} backdrop={backdrop} />
    </div>
  )
}

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <Suspense>
      <Gallery />
    </Suspense>,
  )
}
