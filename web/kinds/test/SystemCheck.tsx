import { useQuery } from '@tanstack/react-query'
import CircleCheck from 'lucide-react/icons/circle-check'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { counted } from '#shared/platform/time/plural.ts'
import { serverNow } from '#web/platform/api/server-clock.ts'
import { checkReached } from '#web/platform/messages/connection.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Card } from '#web/platform/ui/Card.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import { storedAnswers } from './answer-store.ts'
import styles from './TestRun.module.css'
import { minute } from './test-time.ts'

interface Checked {
  name: string
  fine: boolean
  words: string
}

/** Slower answers are noticed by the person. */
const slow = 1500

/** Looks whether browser, storage, connection and clock are fit for a test. */
export function SystemCheck() {
  const check = useQuery({ queryKey: ['system-check'], queryFn: lookAround, staleTime: 0, retry: false })
  return (
    <Card as="section" look="sunken" className={styles.card} aria-labelledby="check-title">
      <Heading level={2} size={3} id="check-title">
        Проверка устройства
      </Heading>
      <ul className={styles.checked} aria-busy={check.isFetching}>
        {(check.data ?? []).map(({ name, fine, words }) => (
          <li key={name} data-fine={fine}>
            {fine ? <CircleCheck aria-hidden="true" /> : <TriangleAlert aria-hidden="true" />}
            <span>
              <VisuallyHidden>{fine ? 'В порядке. ' : 'Внимание. '}</VisuallyHidden>
              <strong>{name}.</strong> {words}
            </span>
          </li>
        ))}
      </ul>
      <div>
        <Button kind="secondary" size="s" pending={check.isFetching} onClick={() => void check.refetch()}>
          Проверить ещё раз
        </Button>
      </div>
    </Card>
  )
}

async function lookAround(): Promise<Checked[]> {
  const [storage, connection] = await Promise.all([storageState(), connectionState()])
  return [browserState(), storage, ...connection]
}

function browserState(): Checked {
  const fine = 'locks' in navigator && 'indexedDB' in window && 'MathMLElement' in window
  const words = fine
    ? 'Подходит для теста'
    : 'Браузер старый: обновите его или возьмите другой, иначе что-то может не работать'
  return { name: 'Браузер', fine, words }
}

async function storageState(): Promise<Checked> {
  const name = 'Хранилище'
  try {
    const store = storedAnswers('check')
    await store.put({ seq: 1, question: 0, answer: null, flagged: false, at: 0 })
    await store.remove(1)
    return { name, fine: true, words: 'Ответы переживут потерю связи и перезагрузку' }
  } catch {
    const words = 'Браузер не хранит данные: выйдите из приватного режима или освободите место на устройстве'
    return { name, fine: false, words }
  }
}

async function connectionState(): Promise<Checked[]> {
  const from = performance.now()
  const reached = await checkReached()
  const took = Math.round(performance.now() - from)
  if (!reached) return [{ name: 'Связь', fine: false, words: 'Сервер не отвечает: проверьте интернет' }]
  const fine = took < slow
  const connection = fine ? `Сервер отвечает за ${took} мс` : 'Сервер отвечает медленно: найдите связь надёжнее'
  const off = Math.round((Date.now() - serverNow().getTime()) / minute)
  const clock =
    off === 0
      ? 'Совпадают с нашими'
      : `Отличаются на ${counted(Math.abs(off), 'минуту', 'минуты', 'минут')}. Это не помешает: время считает сервер`
  return [
    { name: 'Связь', fine, words: connection },
    { name: 'Часы', fine: true, words: clock },
  ]
}
