import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { lastAnswer, setAnswer } from '#web/accounts/state-service/visit.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { captchaToken } from '#web/platform/captcha/solve-captcha.ts'
import { loadChunk } from '#web/platform/navigation/load-chunk.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { useCompetitionCode } from '#web/platform/navigation/use-competition-code.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { ErrorSummary } from '#web/platform/ui/ErrorSummary.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { PasswordField } from '#web/platform/ui/PasswordField.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import styles from './Entrance.module.css'
import { EntranceFrame } from './EntranceFrame.tsx'
import { enter } from './enter.ts'
import { entrancePath } from './entrance-path.ts'
import type { Marker } from './SecondFactorStep.tsx'

// Loaded only when needed: few people have a second factor.
const SecondFactorStep = lazy(() =>
  loadChunk(async () => ({ default: (await import('./SecondFactorStep.tsx')).SecondFactorStep })),
)

/** Fields that must be filled in before the server is called. */
function loginFaults(username: string, password: string): { name: string; message: string }[] {
  const faults = [
    { name: 'username', message: 'Введите почту или телефон', missing: username.trim() === '' },
    { name: 'password', message: 'Введите пароль', missing: password === '' },
  ]
  return faults.filter(({ missing }) => missing).map(({ name, message }) => ({ name, message }))
}

/**
 * The login, with the second factor for people who have one. Outside a competition it is for people with a role.
 */
export function LoginPage() {
  const competition = useCompetitionCode()
  const navigate = useNavigate()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [marker, setMarker] = useState<Marker | null>(null)
  const [faults, setFaults] = useState<{ name: string; message: string }[]>([])
  const [{ linking, failure }, setAnswered] = useState(() => lastAnswer() ?? {})
  const { data: config } = useQuery<Answer<'GET /app/config'>>({ queryKey: ['config'], enabled: false })
  const [attempt, setAttempt] = useState(0)
  const passwordInput = useRef<HTMLInputElement>(null)
  // A fault disappears once its field is filled in.
  const left = loginFaults(username, password)
  const shown = faults.filter((fault) => left.some(({ name }) => name === fault.name))
  const faultOf = (name: string) => shown.find((fault) => fault.name === name)?.message

  useEffect(() => () => setAnswer(null), [])

  const send = (more: { login_marker?: string; sms_code?: string } = {}) =>
    api(linking ? 'POST /auth/state-service/link' : 'POST /auth/login', {
      body: { username: username.trim(), password, ...more },
      captcha: captchaToken,
    })

  async function obey(answer: Answer<'POST /auth/login'>) {
    if ('login_marker' in answer) setMarker(answer)
    else await navigate({ to: await enter(answer.access_token, competition), replace: true })
  }
  const leaving = useMutation({
    mutationFn: async () =>
      (await loadChunk(() => import('#web/accounts/state-service/begin-visit.ts'))).beginVisit(competition),
  })
  const login = useMutation({
    mutationFn: async () => obey(await send()),
    onMutate: () => leaving.reset(),
    onError: (error) => {
      if (isFailure(error, 'wrong_credentials')) passwordInput.current?.select()
      if (isFailure(error, 'state_service_expired', 'state_service_taken')) setAnswered({})
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    const missing = loginFaults(username, password)
    setFaults(missing)
    setAttempt(attempt + 1)
    if (missing.length > 0) login.reset()
    else login.mutate()
  }

  if (marker) {
    return (
      <EntranceFrame>
        <Suspense fallback={null}>
          <SecondFactorStep
            marker={marker}
            send={async (code) => obey(await send({ login_marker: marker.login_marker, sms_code: code }))}
            repeat={async () => {
              const answer = await send()
              if (!('login_marker' in answer)) return 0
              setMarker(answer)
              return answer.repeat_after
            }}
            onBack={() => setMarker(null)}
          />
        </Suspense>
      </EntranceFrame>
    )
  }
  return (
    <EntranceFrame>
      <PageHeading
        title={competition === '' ? 'Вход для организаторов и экспертов' : 'Вход в личный кабинет'}
        size={2}
      />
      <form className={styles.form} method="post" onSubmit={submit} noValidate>
        <ErrorSummary faults={shown} attempt={attempt} title="Заполните поля" />
        {linking && <Notice tone="info">{linking}</Notice>}
        <FailureNotice error={leaving.error ?? login.error ?? failure}>
          {isFailure(login.error, 'limit_reached') && (
            <>
              . <PortalLink to={entrancePath(competition, 'forgot')}>Восстановить пароль</PortalLink>
            </>
          )}
        </FailureNotice>
        <TextField
          label="Электронная почта или телефон"
          name="username"
          autoComplete="username"
          spellCheck={false}
          value={username}
          onChange={setUsername}
          error={faultOf('username')}
        />
        <PasswordField
          label="Пароль"
          name="password"
          autoComplete="current-password"
          ref={passwordInput}
          value={password}
          onChange={setPassword}
          error={faultOf('password')}
        />
        <Button type="submit" wide pending={login.isPending} pendingText="Входим…">
          Войти
        </Button>
        {config?.state_service && competition !== '' && (
          <Button
            kind="quiet"
            wide
            pending={leaving.isPending}
            onClick={linking ? () => setAnswered({}) : () => leaving.mutate()}
          >
            {linking ? 'Войти и не связывать' : `Войти через ${config.state_service.name}`}
          </Button>
        )}
        <p className={styles.links}>
          {competition === '' ? (
            <PortalLink to="/">Вход для участников</PortalLink>
          ) : (
            <PortalLink to={entrancePath(competition, 'register')}>Зарегистрироваться</PortalLink>
          )}
          <PortalLink to={entrancePath(competition, 'forgot')}>Забыли пароль?</PortalLink>
        </p>
      </form>
    </EntranceFrame>
  )
}
