"""What is drawn: the page frame, card faces, the key pad, bars. The only part of ``flip7`` that knows Streamlit."""
