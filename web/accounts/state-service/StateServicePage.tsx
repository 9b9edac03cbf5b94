import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { enter } from '#web/accounts/auth/enter.ts'
import { type Marker, SecondFactorStep } from '#web/accounts/auth/SecondFactorStep.tsx'
import { wantPlace } from '#web/accounts/auth/wanted-place.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { api, session } from '#web/platform/api/portal-api.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLinkButton } from '#web/platform/navigation/PortalLink.tsx'
import { Card } from '#web/platform/ui/Card.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { competitionsQuery } from '#web/seasons/competitions/queries.ts'
import { type lastAnswer, setAnswer, takePlace } from './visit.ts'

type Finished = Answer<'POST /auth/state-service/finish'>

const howToLink =
  'Этот вход ещё не связан с учётной записью портала. Войдите один раз с паролем, и в следующий раз пароль не понадобится.'

/** Outside the component: React may mount it twice, but the service's answer is valid for one call. */
let finishing: { search: string; answer: Promise<Finished> } | null = null

function finish(search: string): Promise<Finished> {
  if (finishing?.search !== search) {
    const given = new URLSearchParams(search)
    const named = ['state', 'code', 'iss', 'error'].flatMap((name) => {
      const value = given.get(name)
      return value === null ? [] : [[name, value]]
    })
    finishing = { search, answer: api('POST /auth/state-service/finish', { body: Object.fromEntries(named) }) }
  }
  return finishing.answer
}

/** Where the state service sends people back: passes its answer on and continues. */
export function StateServicePage() {
  const navigate = useNavigate()
  const [search] = useState(() => window.location.search)
  const [place] = useState(takePlace)
  const [marker, setMarker] = useState<Marker | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const { data: competitions } = useQuery(competitionsQuery)
  const [, named = ''] = place?.split('/') ?? []
  const code = competitions?.find((each) => each.code === named)?.code ?? competitions?.[0]?.code
  const linking = session.token() !== null

  async function letIn(token: string) {
    if (place) wantPlace(place)
    await navigate({ to: await enter(token, code ?? ''), replace: true })
  }
  /** Opens the login page, which shows the result. */
  async function toLogin(answered: NonNullable<ReturnType<typeof lastAnswer>>) {
    setAnswer(answered)
    if (place) wantPlace(place)
    await navigate({ to: code === undefined ? '/' : `/${code}/login`, replace: true })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer of the service is handed over once
  useEffect(() => {
    let left = false
    finish(search).then(
      async (answer) => {
        if (left) return
        if ('login_marker' in answer) setMarker(answer)
        else if (answer.token) await letIn(answer.token.access_token)
        else if (answer.outcome === 'linked')
          await navigate({ to: '/profile/security', hash: 'state-service', replace: true })
        else await toLogin({ linking: howToLink })
      },
      async (error: unknown) => {
        if (left) return
        if (linking) setFailure(error)
        else await toLogin({ failure: error })
      },
    )
    return () => {
      left = true
    }
  }, [])

  if (marker)
    return (
      <Card>
        <SecondFactorStep
          marker={marker}
          send={async (sms_code) => {
            const answer = await sendCode({ login_marker: marker.login_marker, sms_code })
            if ('access_token' in answer) await letIn(answer.access_token)
          }}
          repeat={async () => {
            const answer = await sendCode({})
            if (!('login_marker' in answer)) return 0
            setMarker(answer)
            return answer.repeat_after
          }}
          onBack={() => toLogin({})}
        />
      </Card>
    )
  if (failure !== null)
    return (
      <Card>
        <PageHeading title="Подключить не удалось" size={2} />
        <FailureNotice error={failure} />
        <p>
          <PortalLinkButton to="/profile/security" hash="state-service" kind="secondary">
            Вернуться в профиль
          </PortalLinkButton>
        </p>
      </Card>
    )
  return (
    <Card>
      <PageHeading title="Проверяем ответ службы…" size={2} />
    </Card>
  )

  async function sendCode(body: { login_marker?: string; sms_code?: string }) {
    try {
      return await api('POST /auth/state-service/code', { body })
    } catch (error) {
      if (isFailure(error, 'state_service_expired')) await toLogin({ failure: error })
      throw error
    }
  }
}
