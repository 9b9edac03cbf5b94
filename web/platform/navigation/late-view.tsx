import { type ComponentType, createElement, use } from 'react'
import { limits } from '#web/platform/limits.ts'
import { loadChunk } from './load-chunk.ts'

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

/** A part of a page in a chunk of its own. Once it is loaded, it is drawn at once, without a placeholder. */
export function lateView<Props extends object>(load: Load<Props>) {
  let coming: Promise<ComponentType<Props>> | null = null
  function come(): Promise<ComponentType<Props>> {
    if (coming) return coming
    const loading: Promise<ComponentType<Props>> & { status?: string } = loadChunk(load).then((chunk) => chunk.default)
    // React reads these fields before it waits.
    loading.then(
      (value) => Object.assign(loading, { status: 'fulfilled', value }),
      (reason) => {
        Object.assign(loading, { status: 'rejected', reason })
        // The failure is shown first: loading again at once would fail again and again without anybody seeing it.
        setTimeout(() => {
          coming = null
        }, limits.lateViewAgainMs)
      },
    )
    coming = loading
    return loading
  }
  const View = (props: Props) => createElement(use(come()), props)
  return Object.assign(View, { come })
}

const views = new WeakMap<object, unknown>()

/** The late view of this loader, one for all callers. */
export function lateViewOf<Props extends object>(load: Load<Props>) {
  const known = views.get(load) as ReturnType<typeof lateView<Props>> | undefined
  const view = known ?? lateView(load)
  if (!known) views.set(load, view)
  return view
}
