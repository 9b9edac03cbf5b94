import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { loadingGrowth } from '#web/app/loading-growth.ts'
import styles from './LoadingBar.module.css'

/** A progress line at the top while the next page is loading. */
export function LoadingBar() {
  const loading = useRouterState({ select: (state) => state.status === 'pending' })
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!loading) return
    const began = performance.now()
    let frame = requestAnimationFrame(function grow(now) {
      bar.current?.style.setProperty('scale', `${loadingGrowth(now - began)} 1`)
      frame = requestAnimationFrame(grow)
    })
    return () => cancelAnimationFrame(frame)
  }, [loading])
  return loading ? <div ref={bar} className={styles.bar} role="progressbar" aria-label="Страница загружается" /> : null
}
