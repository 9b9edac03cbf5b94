import { SignLogo } from '#web/seasons/themes/SignLogo.tsx'
import { sign } from './sign.ts'

export const Logo = () => <SignLogo sign={sign} title="Лидеры" line="общество" />
