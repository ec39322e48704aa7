import { RotateCw, TriangleAlert } from 'lucide-react';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

interface ErrorBoundaryProps {
  children: ReactNode;
  /** When it changes, the page gets another chance: pass the address. */
  resetKey?: string;
  /** Before trying again, e.g. to forget failed queries. */
  onRetry?: () => void;
  onError?: (error: unknown, info: ErrorInfo) => void;
}

/** One page may stop working without taking the shell with it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean; at: string | undefined }> {
  override state = { failed: false, at: this.props.resetKey };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  static getDerivedStateFromProps(props: ErrorBoundaryProps, state: { failed: boolean; at: string | undefined }) {
    return props.resetKey === state.at ? null : { failed: false, at: props.resetKey };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    this.props.onError?.(error, info);
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <PageFailed
        onRetry={() => {
          this.props.onRetry?.();
          this.setState({ failed: false });
        }}
      />
    );
  }
}

export function PageFailed({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="page-state" role="alert">
      <EmptyState
        icon={TriangleAlert}
        title={t('ui.pageFailed')}
        actions={
          <>
            <Button variant="primary" icon={RotateCw} onClick={onRetry}>
              {t('ui.retry')}
            </Button>
            <Button onClick={() => window.location.reload()}>{t('ui.reload')}</Button>
          </>
        }
      >
        {t('ui.pageFailedText')}
      </EmptyState>
    </div>
  );
}
