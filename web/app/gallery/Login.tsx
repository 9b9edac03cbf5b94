import { useState } from 'react'
import { Button } from '#web/platform/ui/Button.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { PasswordField } from '#web/platform/ui/PasswordField.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import type { Look } from '#web/seasons/themes/look.ts'
import { query } from './query.ts'

/** The login page in a look. */
export function Login({ look: { Layout, Logo, Background } }: { look: Look }) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  return (
    <Layout
      kind="entrance"
      brand={<Logo />}
      background={<Background />}
      slogan="Конкурс, который открывает дорогу лидерам"
      lead="Пройдите этапы, соберите команду и встретьтесь с наставниками."
    >
      <form style={{ display: 'grid', gap: '1.25rem' }} noValidate>
        <Heading level={1} size={2}>
          Вход в личный кабинет
        </Heading>
        {query.get('error') && <Notice tone="danger">Неверное имя пользователя или пароль</Notice>}
        <TextField
          label="Электронная почта или телефон"
          name="username"
          type="text"
          autoComplete="username"
          value={email}
          onChange={setEmail}
        />
        <PasswordField label="Пароль" name="password" value={password} onChange={setPassword} />
        <Button type="submit" wide>
          Войти
        </Button>
        <p style={{ display: 'flex', flexWrap: 'wrap', gap: '0.5rem 1.5rem', justifyContent: 'space-between' }}>
          <a href="#register">Зарегистрироваться</a>
          <a href="#forgot">Забыли пароль?</a>
        </p>
      </form>
    </Layout>
  )
}
