"""The page's HTTP server: connections with limits, fair turns for requests, live streams without threads.

h11 reads and writes HTTP, asyncio moves the bytes, the application behind is plain WSGI. This package shares out
connections, time, memory and the processor.
"""
