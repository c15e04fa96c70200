import { Component, type ReactNode } from 'react'

type Props = {
  /** Rendered instead of children that threw, nothing by default. `reset` renders the children again. */
  fallback?: (reset: () => void) => ReactNode
  /** A new value resets the boundary, for example on a new page. */
  resetOn?: string
  children: ReactNode
}

type State = { hasThrown: boolean; resetOn: string | undefined }

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { hasThrown: false, resetOn: this.props.resetOn }

  static getDerivedStateFromError(): Partial<State> {
    return { hasThrown: true }
  }

  static getDerivedStateFromProps({ resetOn }: Props, state: State): State | null {
    return resetOn === state.resetOn ? null : { hasThrown: false, resetOn }
  }

  readonly reset = () => this.setState({ hasThrown: false })

  override render() {
    return this.state.hasThrown ? this.props.fallback?.(this.reset) : this.props.children
  }
}
