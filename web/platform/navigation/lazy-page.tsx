import type { ComponentType, FunctionComponent } from 'react'
import { loadChunk } from './load-chunk.ts'

export interface LazyPage {
  /** The route waits for it before it shows the page, so that a page never flashes empty. */
  load: () => Promise<void>
  Page: FunctionComponent
}

/** A page whose code is loaded when it is first opened. */
export function lazyPage(fetchPage: () => Promise<ComponentType>): LazyPage {
  let Loaded: ComponentType | null = null
  return {
    load: async () => {
      Loaded ??= await loadChunk(fetchPage)
    },
    Page: () => (Loaded ? <Loaded /> : null),
  }
}
