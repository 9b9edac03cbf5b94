import { type ComponentType, createElement, use } from 'react'
import { loadChunk } from './load-chunk.ts'

/** A part of a page that comes in a chunk of its own. Once it has come, it is drawn at once, without a placeholder. */
export function lateView<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  let coming: Promise<ComponentType<Props>> | null = null
  function come(): Promise<ComponentType<Props>> {
    if (coming) return coming
    const loading: Promise<ComponentType<Props>> & { status?: string; value?: unknown } = loadChunk(load).then(
      (chunk) => chunk.default,
    )
    // React reads these two fields before it waits.
    loading.then(
      (value) => Object.assign(loading, { status: 'fulfilled', value }),
      () => {
        coming = null
      },
    )
    coming = loading
    return loading
  }
  const View = (props: Props) => createElement(use(come()), props)
  return Object.assign(View, { come })
}
