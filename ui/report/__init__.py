"""The report: deals of one or more matches as one HTML page that needs nothing else."""

from ui.report.page import ReportedDeal, report_html

__all__ = ["ReportedDeal", "report_html"]
