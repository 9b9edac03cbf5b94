import { Suspense, use } from 'react'
import { loadLook } from './themes.ts'

/** The drawing of a look, for the backdrop of a colour field. It comes with the look's own part of the program. */
export function LookDrawing({ look }: { look: string }) {
  return (
    <Suspense fallback={null}>
      <Loaded look={look} />
    </Suspense>
  )
}

function Loaded({ look }: { look: string }) {
  const { Background } = use(loadLook(look))
  return <Background />
}
