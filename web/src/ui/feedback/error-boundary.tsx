import { Component, type ReactNode } from 'react'

type Props = {
  /** Rendered instead of children that threw. */
  fallback: () => ReactNode
  /** A new value resets the boundary, for example on a new page or a retry. */
  resetOn?: string
  children: ReactNode
}

type State = { broken: boolean; resetOn: string | undefined }

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { broken: false, resetOn: this.props.resetOn }

  static getDerivedStateFromError(): Partial<State> {
    return { broken: true }
  }

  static getDerivedStateFromProps(props: Props, state: State): State | null {
    return props.resetOn === state.resetOn ? null : { broken: false, resetOn: props.resetOn }
  }

  override render() {
    return this.state.broken ? this.props.fallback() : this.props.children
  }
}
